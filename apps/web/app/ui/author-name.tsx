type Props = {
  id: number | null;
  /** A guest's site, or '' without one; null for members. */
  website: string | null;
  className?: string;
  children: React.ReactNode;
};

/** Name of a writer: members link to their page, guests to their site or nowhere. */
export function AuthorName({ id, website, className, children }: Props) {
  if (website === null)
    return (
      <a className={className} href={`/user/${id}`}>
        {children}
      </a>
    );
  if (website === '') return <span className={className}>{children}</span>;
  return (
    <a className={className} href={website} target="_blank" rel="ugc nofollow noopener noreferrer">
      {children}
    </a>
  );
}
