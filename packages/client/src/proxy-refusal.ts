import { Failure } from '@mojian/contract/failures';

/** A refusal in words that are none of ours, from whatever stands in front of the site: what to change there. */
export function proxyRefusal(status: number): Failure | undefined {
  if (status !== 413) return undefined;
  return new Failure(
    'too-large',
    '反向代理不让传这么大。请站长把它的上限调大（nginx 是 client_max_body_size，设为 12m），再传一次',
  );
}
