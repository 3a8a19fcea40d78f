/**
 * The address of the repository as a browser takes it, from the field `repository` of package.json, where npm wants it as
 * git does: `git+https://example.com/a/b.git`.
 */
export function repositoryUrl({ url }: { readonly url: string }): string {
  return url.replace(/^git\+/, '').replace(/\.git$/, '');
}
