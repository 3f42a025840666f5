/** The author's picture, or the drawn banner: what a shared link shows. */
export function bannerOf({ cover, coverNumber }: { cover: string; coverNumber: number }) {
  return cover || `/cover/v1/${coverNumber}-banner-day.webp`;
}
