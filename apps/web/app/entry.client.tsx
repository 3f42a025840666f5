import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { screenScripts } from './start/screen-scripts.ts';

// `screenScripts` keeps the page where a screen's script does not load
startTransition(() => void hydrateRoot(document, <HydratedRouter {...screenScripts()} />));
