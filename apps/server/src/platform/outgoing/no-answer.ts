/** Another site brought nothing that can be used. The message is for readers: a sentence without its stop. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}
