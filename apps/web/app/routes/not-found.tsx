import { data } from 'react-router';

/** Error screen with status 404. */
const load = () => {
  throw data(null, { status: 404 });
};
export const loader = load;
export const clientLoader = load;

export default function NotFoundRoute() {
  return null;
}
