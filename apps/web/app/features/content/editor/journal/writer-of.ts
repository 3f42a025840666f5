/** Whether the member whose article it is, is the one who is logged in just now. */
export function writerOf(member: number, who: number | undefined) {
  if (who === member) return 'here';
  return who === undefined ? 'signed-out' : 'stranger';
}
