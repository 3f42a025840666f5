/** Cover URL for shared links: the upload, or the generated banner. */
export function bannerOf({ cover, coverNumber }: { cover: string; coverNumber: number }) {
  return cover || `/cover/v1/${coverNumber}-banner-day.webp`;
}
