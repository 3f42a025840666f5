import { useShownPicture } from './shown-pictures.ts';

type Props = Omit<React.ComponentProps<'img'>, 'src' | 'alt'> & { url: string; alt: string };

/** A picture that perhaps only who uploaded it may see: it waits for the address it is to be seen at. */
export function KeptPhoto({ url, alt, ...rest }: Props) {
  return <img className="photo" {...rest} src={useShownPicture(url)} alt={alt} />;
}
