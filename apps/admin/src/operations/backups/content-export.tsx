import { App, Button } from 'antd';
import { useState } from 'react';
import { downloadFrom } from '../../platform/download-from.ts';
import { failureWords } from '../../platform/failure-words.ts';
import { api } from '../../platform/http-api.ts';
import { ContentImport } from '../content-import/content-import.tsx';

/** All content in forms that other programs read. */
export function ContentExport() {
  const { message } = App.useApp();
  const [isAsking, setAsking] = useState(false);
  const start = async () => {
    setAsking(true);
    try {
      downloadFrom(await api.content.download());
      message.info('正在打包，好了浏览器会开始下载');
    } catch (error) {
      message.error(failureWords(error));
    }
    setAsking(false);
  };
  return (
    <section className="backup-card">
      <h2>导出与导入内容</h2>
      <p className="quiet">
        全部文章、草稿、说说与页面写成带 front matter 的 Markdown，连同图片打成一个 zip，别的程序也读得懂。
      </p>
      <p className="quiet">
        评论与账号不在里面：整站请用备份。要导回来，或者从别处迁来（Hexo、Hugo 等的文件夹打成
        zip），就导入它：先预览，再导入。
      </p>
      <div className="content-acts">
        <Button loading={isAsking} onClick={start}>
          导出 Markdown
        </Button>
        <ContentImport />
      </div>
    </section>
  );
}
