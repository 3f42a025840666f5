import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme } from './platform/theme.ts';

applyTheme();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  );
