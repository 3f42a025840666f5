import { isFailure } from '@mojian/contract/platform/failures';
import { data } from 'react-router';

/** Turns a refusal into the error page with its status and text. */
export async function orErrorPage<Data>(loading: Promise<Data>) {
  try {
    return await loading;
  } catch (error) {
    if (isFailure(error)) throw data(error.message, { status: error.status });
    throw error;
  }
}
