/** What is shown in place of a secret: nobody is ever told one. Sent back, it leaves the secret as it is. */
export const keptSecret = '••••••';
