import { isFailure } from '@mojian/contract/platform/failures';
import { data } from 'react-router';

/** A refused call becomes the error page with the call's status and text. */
export async function orErrorPage<Data>(loading: Promise<Data>) {
  try {
    return await loading;
  } catch (error) {
    if (isFailure(error)) throw data(error.message, { status: error.status });
    throw error;
  }
}
