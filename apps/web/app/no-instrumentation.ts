/** Stands in for React Router's module of the same exports: see lighter-router.ts. */
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = <Router>(router: Router) => router;
export const instrumentHandler = <Handler>(handler: Handler) => handler;
export const instrumentationResultMetaContext = undefined;
