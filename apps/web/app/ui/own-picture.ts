/** The address of a picture if it lies on this site: those of other hosts are never fetched. */
export function ownPicture(address: string): string {
  return /^\/(?!\/)/.test(address) ? address : '';
}
