import type { ComponentType } from 'react';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { AuthorPreview } from './author-preview.tsx';
import { FooterPreview } from './footer-preview.tsx';
import { IdentityPreview } from './identity-preview.tsx';
import { LanternPreview } from './lantern-preview.tsx';
import { LookPreview } from './look-preview.tsx';
import { MenuPreview } from './menu-preview.tsx';
import type { PreviewProps } from './preview-props.ts';
import './previews.css';

const previews: Record<string, ComponentType<PreviewProps>> = {
  identity: IdentityPreview,
  author: AuthorPreview,
  announcement: AnnouncementPreview,
  footer: FooterPreview,
  menu: MenuPreview,
  look: LookPreview,
  festival: LanternPreview,
};

/** A group as readers will see it, before it is saved. */
export function Preview({ name, ...props }: PreviewProps & { name: string }) {
  const Shown = previews[name];
  if (!Shown) return null;
  return (
    <div className="field">
      <div>
        <b>预览</b>
        <p>读者将看到的样子</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no form of its own */}
      <div className="filling seen" role="group" aria-label="预览">
        <Shown {...props} />
      </div>
    </div>
  );
}
