import type { QuoteCardTemplate } from '@mojian/contract/platform/rules';

/** Everything a quote card shows, with its words already chosen. */
export type Drawing = {
  template: QuoteCardTemplate;
  /** Words with their signs. */
  words: string;
  title: string;
  author: string;
  label: string;
  day: string;
  /** 丙午 小雪, or ''. */
  term: string;
  siteName: string;
  host: string;
  /** Target of the QR code, '' without one. */
  address: string;
  seed: number;
  /** Storage key of the photograph of 带照片, '' in other templates. */
  photo: string;
};
