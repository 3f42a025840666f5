import type { Client } from '@mojian/client';
import { Failure } from '@mojian/contract/platform/failures';

export const notFound = () => new Failure('not-found');

/** Id of the article whose number or slug stands in an address; refuses anything the API would, such as 007 or 1e3. */
export async function articleIdOf(api: Client, name: string) {
  if (/^[1-9]\d{0,8}$/.test(name)) return name;
  if (!/^(?!\d+$)[a-z\d-]{1,80}$/.test(name)) throw notFound();
  return (await api.slugs.find({ query: { slug: name } })).id;
}
