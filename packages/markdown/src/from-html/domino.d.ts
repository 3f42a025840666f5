/** turndown's parser for Node; its own types name another module. */
declare module '@mixmark-io/domino' {
  export const createDocument: (html: string) => Document;
}
