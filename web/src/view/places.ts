// Names of files, short.
export const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
