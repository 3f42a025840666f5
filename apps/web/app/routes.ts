import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('article/:articleId', 'routes/article.tsx'),
  route('archive', 'routes/archive.tsx'),
  route('category', 'routes/category.tsx'),
  route('tags', 'routes/tags.tsx'),
  route('setup', 'routes/setup.tsx'),
  route('diagram', 'routes/diagram.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
