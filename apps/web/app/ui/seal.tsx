import seal from '@mojian/ui/seal.svg?url&no-inline';

/** The site's stamp. Never below 32 px, at most once in the content of a page besides header and footer. */
export function Seal({ className = '' }: { className?: string }) {
  return <img className={`seal ${className}`} src={seal} alt="" width={48} height={48} />;
}
