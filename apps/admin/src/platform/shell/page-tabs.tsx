import { Link } from 'react-router';
import './page-tabs.css';

/** `due`: how many wait for somebody. */
type PageTab = { path: string; title: string; due?: number };

/** Links between the screens of one subject. */
export function PageTabs({ label, tabs, here }: { label: string; tabs: PageTab[]; here: string }) {
  return (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map(({ path, title, due = 0 }) => (
        <Link key={path} to={path} aria-current={path === here ? 'page' : undefined}>
          {title}
          {due > 0 && <span className="page-tabs-due">{due}</span>}
        </Link>
      ))}
    </nav>
  );
}
