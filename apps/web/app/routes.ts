import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('article/:articleId', 'routes/article.tsx'),
  route('archive', 'routes/archive.tsx'),
  route('category', 'routes/category.tsx'),
  route('tags', 'routes/tags.tsx'),
  route('say', 'routes/say.tsx'),
  route('newSays', 'routes/new-say.tsx'),
  route('navigation', 'routes/navigation.tsx'),
  route('hot', 'routes/hot.tsx'),
  route('message', 'routes/board.tsx'),
  route('links', 'routes/links.tsx'),
  route('about', 'routes/about.tsx'),
  route('user', 'routes/user.tsx'),
  route('user/:userId', 'routes/user-page.tsx'),
  route('notice', 'routes/notice.tsx'),
  route('im', 'routes/im.tsx'),
  route('newposts', 'routes/new-post.tsx'),
  route('setup', 'routes/setup.tsx'),
  route('diagram', 'routes/diagram.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
