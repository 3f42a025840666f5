type SignedPicture = { url: string; shown: string };
type Ask = (addresses: string[]) => Promise<SignedPicture[]>;

let ask: Ask = async () => [];

/** Registers the function that signs addresses of unpublished pictures. Called once, before any screen. */
export function askShownBy(answer: Ask) {
  ask = answer;
}

/** Signs addresses of unpublished pictures. Apart from what shows them, as every screen brings the registration. */
export function signPictures(addresses: string[]): Promise<SignedPicture[]> {
  return ask(addresses);
}
