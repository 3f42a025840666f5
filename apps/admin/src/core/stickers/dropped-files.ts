/** Files that were dropped, with those within a folder, whose name is that of the first. */
export async function droppedFiles(data: DataTransfer): Promise<{ files: File[]; folder: string }> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folder = entries.find(({ isDirectory }) => isDirectory)?.name ?? '';
  const zip = [...data.files].find(({ name }) => /\.zip$/i.test(name))?.name.replace(/\.zip$/i, '') ?? '';
  if (folder === '') return { files: [...data.files], folder: zip };
  const files = (await Promise.all(entries.map(filesIn))).flat();
  return { files: files.filter(({ name }) => /\.(png|webp|gif)$/i.test(name)), folder };
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // a reader gives a hundred entries at a time
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader))
    for (const one of some) files.push(...(await filesIn(one)));
  return files;
}

function readSome(reader: FileSystemDirectoryReader) {
  return new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
}
