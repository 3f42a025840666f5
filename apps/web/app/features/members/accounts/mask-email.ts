/** he•••g@example.com: enough for its owner to know it by, and no more for whoever looks over their shoulder. */
export function maskEmail(email: string) {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, at));
  const [head, tail] = name.length > 3 ? [name.slice(0, 2), name.slice(-1)] : [name.slice(0, 1), []];
  return `${head.join('')}•••${tail.join('')}${email.slice(at)}`;
}
