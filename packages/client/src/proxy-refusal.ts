import { Failure } from '@mojian/contract/platform/failures';

/** Thrown where whatever stands in front of the site took no more: what to change there. */
export class RefusedByProxy extends Failure {
  constructor() {
    super('too-large', '反向代理不让传这么大。请站长把它的上限调大（nginx 是 client_max_body_size，设为 12m）后重试');
  }
}

/** A refusal in words that are none of ours. */
export function proxyRefusal(status: number): Failure | undefined {
  return status === 413 ? new RefusedByProxy() : undefined;
}
