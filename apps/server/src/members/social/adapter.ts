/** What the owner got from a provider. `base` is asked in the place of all of its hosts, '' for its own. */
export type Keys = { id: string; secret: string; base: string };

/** Somebody on their way to a provider. `challenge` is the S256 of the verifier they come back with. */
type Departure = { keys: Keys; redirectUri: string; state: string; challenge: string };

/** Somebody back from there, with what the provider gave them in the address. */
export type Homecoming = {
  keys: Keys;
  redirectUri: string;
  state: string;
  verifier: string;
  params: URLSearchParams;
  ask: Ask;
};

/** Fetches within limits. @throws NoAnswer */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Who somebody is at a provider. `subject` is theirs for good; `earlier` is what they were known by before the provider
 * told us that one. `picture` is an address there, '' for none.
 */
export type Profile = { subject: string; earlier?: string; name: string; picture: string };

/** How one provider is spoken to. */
export type Adapter = {
  /** The address people are sent to. */
  authorize(departure: Departure): string;
  /** @throws NoAnswer for an answer that cannot be used, LoginFailed for a refusal. */
  identify(homecoming: Homecoming): Promise<Profile>;
  /** Domains its pictures lie on. */
  pictures: string[];
};

/** An address of the provider's, at its base where the owner set one. */
export function addressOf({ base }: Keys, usual: string, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  return `${base.replace(/(?<!\/)\/+$/, '') || usual}${path}${search && `?${search}`}`;
}
