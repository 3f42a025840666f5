/** The address of a picture on this site, or '': other hosts are never requested. */
export function ownPicture(address: string): string {
  return /^\/(?!\/)/.test(address) ? address : '';
}
