import { data } from 'react-router';

/** Any other address: the error screen, with a true 404. */
const load = () => {
  throw data(null, { status: 404 });
};
export const loader = load;
export const clientLoader = load;

export default function NotFoundRoute() {
  return null;
}
