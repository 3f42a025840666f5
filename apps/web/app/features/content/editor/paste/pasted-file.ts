/** Text of a whole file that was pasted, on its way to the import. */
let pasted: string | undefined;

export function keepPasted(text: string) {
  pasted = text;
}

/** Returns the pasted text once. */
export function takePasted(): string | undefined {
  const text = pasted;
  pasted = undefined;
  return text;
}
