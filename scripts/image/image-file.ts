/** A file, folder or link of an image. Everything belongs to root. */
export type ImageFile =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Buffer; readonly isExecutable?: boolean }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number };
