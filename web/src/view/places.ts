// Names of files, short.
export const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

// A header or library of the system: not what a reader is after.
export const isSystemFile = (path: string) => /^\/usr\/(include|lib)\/|\/c\+\+\//.test(path);
