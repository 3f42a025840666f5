import { ignoreComposedKeys } from '@mojian/ui/composition';
import { readingKey, themeKey } from '../storage/look-keys.ts';

/** Key on `window` under which the first script leaves the `Arrival` for the shell. */
export const arrivalKey = 'arrival';

/** Query parameters a social login redirects back with. `token` can be exchanged once. */
export type Arrival = { token?: string; loginFailed?: string; linked?: string };

/**
 * Runs in the page's head, before the first paint and before any other request: sets face, size, width and paper of the
 * text as this device keeps them, and the theme: the chosen one, else the paper's, else the owner's. Marks the page of
 * a reader with a session, and takes what came in the address out of it. The link of /setup keeps its own token. Notes
 * what is pressed and typed before anything answers to it, see `markHydrated`, switches the theme meanwhile, and keeps
 * forms from loading the page anew. Keys of an input method reach nothing. Tells zod not to try whether it may compile its shapes: it may not, and each try is
 * reported as an offence.
 */
const script = `globalThis.__zod_globalConfig={jitless:true};
{const r=document.documentElement.dataset;
if(/(^|; )token=./.test(document.cookie))r.session='';
try{const[s,w,p,l,f]=(localStorage.getItem('${readingKey}')||'').split(' ');if(s)r.size=s;if(w)r.width=w;if(l)r.lines=l;if(f)r.face=f;
if(p){r.paper=p;r.theme=p==='night'?'dark':'light'}
const t=sessionStorage.getItem('${themeKey}');if(t==='dark'||t==='light')r.theme=t}catch{}
if(r.theme==='system')r.theme=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';
try{const u=new URL(location),q=u.searchParams,a={};
for(const n of['token','loginFailed','linked'])if(q.has(n)){a[n]=q.get(n);q.delete(n)}
if(u.pathname!=='/setup'&&Object.keys(a)[0]){sessionStorage.setItem('${arrivalKey}',JSON.stringify(a));history.replaceState(history.state,'',u)}}catch{}
const w=e=>e.closest('[data-awake]')?.dataset.awake==='true';
addEventListener('click',e=>{const b=e.target.closest('button');if(!b||w(b))return;
if(!b.matches('.theme-button'))return b.dataset.waits='';
r.theme=r.theme==='dark'?'light':'dark';try{sessionStorage.setItem('${themeKey}',r.theme)}catch{}},true);
addEventListener('keydown',e=>{const k=e.key,c=e.ctrlKey||e.metaKey,o=e.target===document.body;if(e.altKey)return;
if(!r.awake&&(c?!e.shiftKey&&k.toLowerCase()==='k':o&&k==='/')){e.preventDefault();r.waits='';r.typed??=''}
else if('typed'in r&&!c&&o&&k.length===1)r.typed+=k},true);
addEventListener('input',e=>{if(!w(e.target))e.target.typed=e.isComposing?undefined:e.target.value},true);
addEventListener('submit',e=>{if(!w(e.target)&&!e.target.hasAttribute('action'))e.preventDefault()},true)}`;

/** Marks of what the server leaves to `startAfterPaint`: the script that starts React, the files it needs, and the styles. */
export const afterPaint = { type: 'text/after-paint', rel: 'after-paint', sheet: 'data-after-paint' };

/**
 * Loads the later styles after the first paint. Starts the scripts once the page is idle as well, or at the first press,
 * key or move of the pointer: what is read and looked at comes first on a slow line. A page in a hidden tab is never
 * painted.
 */
const startAfterPaint = () => `{let due,begun,painted;
const begin=()=>{due=1;const s=document.querySelector('script[type="${afterPaint.type}"]');
if(begun||!s||document.readyState==='loading')return;begun=1;
for(const l of document.querySelectorAll('link[rel="${afterPaint.rel}"]'))l.rel='modulepreload';
const n=document.createElement('script');n.type='module';n.textContent=s.textContent;document.head.append(n);n.remove()};
const paint=()=>{if(painted)return;painted=1;
for(const l of document.querySelectorAll('link[${afterPaint.sheet}]'))l.disabled=false;
for(const t of['pointerdown','pointermove','keydown','focusin','wheel'])addEventListener(t,begin,{capture:true,once:true,passive:true});
const idle=()=>(self.requestIdleCallback||setTimeout)(begin);
document.readyState==='complete'?idle():addEventListener('load',idle);setTimeout(begin,4000)};
addEventListener('DOMContentLoaded',()=>{if(due)begin();if(document.hidden)paint()});
addEventListener('load',()=>setTimeout(paint,1000));
try{new PerformanceObserver((l,o)=>{if(l.getEntriesByName('first-contentful-paint')[0]){o.disconnect();paint()}}).observe({type:'paint',buffered:true})}catch{}}`;

/** Written by the server only: in the browser it has run, and would be dead weight in the bundle. */
export const firstScript = import.meta.env.SSR ? `(${ignoreComposedKeys})();${script}${startAfterPaint()}` : '';
