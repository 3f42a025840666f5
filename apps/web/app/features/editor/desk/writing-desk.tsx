import type { Me } from '@mojian/contract/me';
import type { SiteInfo } from '@mojian/contract/site';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { EditorParts } from '../editor-parts.ts';
import { type Entry, isBlank } from '../journal/entry.ts';
import { useLeaving } from '../journal/use-leaving.ts';
import type { Desk } from '../journal/use-opened.ts';
import { useWriting } from '../journal/use-writing.ts';
import { addPictures } from '../pictures/add-pictures.ts';
import { pictureIntake } from '../pictures/picture-intake.ts';
import { pictureSizes } from '../preview/picture-sizes.ts';
import { Preview } from '../preview/preview.tsx';
import { TextDesk } from '../text/text-desk.tsx';
import { DeskTabs, type Tab } from './desk-tabs.tsx';
import { Recovered } from './recovered.tsx';
import { Strips } from './strips.tsx';
import { TitleField } from './title-field.tsx';
import { TopBar } from './top-bar.tsx';
import { Unfinished } from './unfinished.tsx';
import { desks, useMedia } from './use-media.ts';

type Props = {
  desk: Desk;
  me: Me;
  /** As the address has it. */
  id: number | undefined;
  parts: EditorParts;
  site: Pick<SiteInfo, 'name' | 'url'>;
  again: () => void;
  open: (entry: Entry) => void;
  onStranger: () => void;
};

export function WritingDesk(){ return null }
