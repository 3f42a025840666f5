/** Text of a whole file that was pasted, on its way to the import. */
let pasted: string | undefined;

export function keepPasted(text: string) {
  pasted = text;
}

export function pastedFile() {
  return pasted;
}

/** Called once the import has it: a render that is thrown away must not take it along. */
export function forgetPasted() {
  pasted = undefined;
}
