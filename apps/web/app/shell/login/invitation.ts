/** The code of an invitation that the address carries, `/?invite=CODE`; '' without one. */
export function invitationIn({ search }: Pick<Location, 'search'>) {
  return new URLSearchParams(search).get('invite')?.trim().slice(0, 40).toUpperCase() ?? '';
}
