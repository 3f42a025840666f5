/** A source brought nothing to show. The message is for readers: a sentence without its stop. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}
