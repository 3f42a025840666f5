import { type Question, readQuestions } from './question.ts';

/** Questions about the React blog in Chinese (reactjs/zh-hans.react.dev), by file name. */
export const reactQuestions: Question[] = [
  `
名字里有空格
React Compiler => 2025-10-07-react-compiler-1 2024-10-21-react-compiler-beta-release
Create React App => 2025-02-14-sunsetting-create-react-app
React Foundation => 2025-10-07-introducing-the-react-foundation
React Conf 2025 => 2025-10-16-react-conf-2025-recap
React Conf 2024 => 2024-05-22-react-conf-2024-recap
React Conf 2021 => 2021-12-17-react-conf-2021-recap
React Canaries => 2023-05-03-react-canaries
Transition Tracing => 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2023-03-22-react-labs-what-we-have-been-working-on-march-2023
Performance Tracks => 2025-10-01-react-19-2
Document Metadata => 2023-03-22-react-labs-what-we-have-been-working-on-march-2023 2024-12-05-react-19
Internet Explorer => 2022-03-08-react-18-upgrade-guide
Partial Pre-rendering => 2025-10-01-react-19-2
`,
  `
数字
React 18 => 2022-03-29-react-v18 2022-03-08-react-18-upgrade-guide 2021-06-08-the-plan-for-react-18
React 19 => 2024-12-05-react-19 2024-04-25-react-19-upgrade-guide
React 19.2 => 2025-10-01-react-19-2
React v19 => 2024-12-05-react-19
React v18.0 => 2022-03-29-react-v18
2024 年 2 月 => 2024-02-15-react-labs-what-we-have-been-working-on-february-2024
2022 年 6 月 => 2022-06-15-react-labs-what-we-have-been-working-on-june-2022
2023 年 3 月 => 2023-03-22-react-labs-what-we-have-been-working-on-march-2023
React 18.3 => 2024-04-25-react-19-upgrade-guide
`,
  `
带符号的名字
react.dev => 2023-03-16-introducing-react-dev
tl;dr => 2023-03-16-introducing-react-dev 2023-05-03-react-canaries
React.createFactory => 2024-04-25-react-19-upgrade-guide
useEffectEvent => 2025-10-01-react-19-2
useActionState => 2024-12-05-react-19
cacheSignal => 2025-10-01-react-19-2
<ViewTransition> => 2025-04-23-react-labs-view-transitions-activity-and-more
eslint-plugin-react-hooks => 2025-10-07-react-compiler-1 2025-10-01-react-19-2
react-test-renderer/shallow => 2024-04-25-react-19-upgrade-guide
Next.js => 2025-02-14-sunsetting-create-react-app
useId => 2022-03-29-react-v18
`,
  `
一个词
服务器组件 => 2020-12-21-data-fetching-with-react-server-components 2023-03-22-react-labs-what-we-have-been-working-on-march-2023 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2024-12-05-react-19
离屏渲染 => 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2023-03-22-react-labs-what-we-have-been-working-on-march-2023
自动批处理 => 2022-03-08-react-18-upgrade-guide 2022-03-29-react-v18
严格模式 => 2022-03-08-react-18-upgrade-guide 2022-03-29-react-v18
视图过渡 => 2025-04-23-react-labs-view-transitions-activity-and-more
基金会 => 2025-10-16-react-conf-2025-recap
内华达州 => 2024-05-22-react-conf-2024-recap
升级 => 2022-03-08-react-18-upgrade-guide
编译器 => 2024-10-21-react-compiler-beta-release
工作组 => 2021-06-08-the-plan-for-react-18 2021-12-17-react-conf-2021-recap 2024-10-21-react-compiler-beta-release
挑战 => 2023-03-16-introducing-react-dev
`,
  `
两个词，中间有空格
并发 特性 => 2021-12-17-react-conf-2021-recap 2022-03-29-react-v18
升级 React 18 => 2022-03-08-react-18-upgrade-guide
编译器 Beta => 2024-10-21-react-compiler-beta-release
资源加载 离屏渲染 => 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2023-03-22-react-labs-what-we-have-been-working-on-march-2023
迁移 框架 => 2025-02-14-sunsetting-create-react-app
渐进式 采用 => 2021-06-08-the-plan-for-react-18 2022-03-29-react-v18
锁定 Canary => 2023-05-03-react-canaries
视图过渡 动画 => 2025-04-23-react-labs-view-transitions-activity-and-more
`,
  `
整句标题
介绍零打包大小的 React 服务器组件 => 2020-12-21-data-fetching-with-react-server-components
React 18 的有关计划 => 2021-06-08-the-plan-for-react-18
如何升级到 React 18 => 2022-03-08-react-18-upgrade-guide
React Canaries：在 Meta 之外逐步推出新功能 => 2023-05-03-react-canaries
React Labs：视图过渡、Activity 等功能 => 2025-04-23-react-labs-view-transitions-activity-and-more
React 编译器发布 Beta 版本 => 2024-10-21-react-compiler-beta-release
Introducing the React Foundation => 2025-10-07-introducing-the-react-foundation
React 19 Upgrade Guide => 2024-04-25-react-19-upgrade-guide
回顾 React Conf 2025 – React 中文文档 => 2025-10-16-react-conf-2025-recap
React Labs：我们正在努力的方向——2024 年 2 月 => 2024-02-15-react-labs-what-we-have-been-working-on-february-2024
`,
  `
问句
怎样升级到 React 18 => 2022-03-08-react-18-upgrade-guide
什么是并发 React => 2022-03-29-react-v18
为什么不再推荐 Create React App => 2025-02-14-sunsetting-create-react-app
如何从 Create React App 迁移到框架 => 2025-02-14-sunsetting-create-react-app
什么是 React Canary 版本 => 2023-05-03-react-canaries
how does React Compiler work => 2025-10-07-react-compiler-1
what should I do about useMemo => 2025-10-07-react-compiler-1
怎么使用 useOptimistic => 2024-12-05-react-19
React 基金会是什么 => 2025-10-07-introducing-the-react-foundation 2025-10-16-react-conf-2025-recap
`,
  `
繁体与简体
並發 => 2022-03-29-react-v18 2021-12-17-react-conf-2021-recap
編譯器 => 2024-10-21-react-compiler-beta-release
視圖過渡 => 2025-04-23-react-labs-view-transitions-activity-and-more
離屏渲染 => 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2023-03-22-react-labs-what-we-have-been-working-on-march-2023
服務器組件 => 2020-12-21-data-fetching-with-react-server-components 2023-03-22-react-labs-what-we-have-been-working-on-march-2023 2022-06-15-react-labs-what-we-have-been-working-on-june-2022 2024-12-05-react-19
`,
  `
写错了、拼音
Fundation => 2025-10-07-introducing-the-react-foundation
bianyiqi => 2024-10-21-react-compiler-beta-release
shengji => 2022-03-08-react-18-upgrade-guide
Compilr => 2025-10-07-react-compiler-1
Canareis => 2023-05-03-react-canaries
编译气 => 2024-10-21-react-compiler-beta-release
`,
].flatMap(readQuestions);
