/** The act of this name, among those a call knows. */
export function actOf<const Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new Error(`${name} is none of ${names.join()}`);
  return found;
}
