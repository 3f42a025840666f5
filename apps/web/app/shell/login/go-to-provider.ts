import { httpApi } from '../../http-api.ts';
import { keepReturnPath } from '../../return-path.ts';

/** Leaves for a site people log in through. A refusal has been said by then. */
export async function goToProvider(type: number) {
  try {
    const address = await httpApi.social.render({ params: { type: String(type) } });
    keepReturnPath();
    location.assign(address);
  } catch (cause) {
    console.warn('没有去成', cause);
  }
}
