import './bar.css';

/** A bar of a share from 0 to 1; drawn, as the CSP allows no style attributes. */
export function Bar({ share }: { share: number }) {
  const width = Math.max(2, Math.round(share * 100));
  return (
    <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height="6" />
    </svg>
  );
}
