import { CliError } from '../../errors/cli-error.ts';

const PATH_COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const HOST_COMPONENT = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = String.raw`(?:${HOST_COMPONENT}(?:\.${HOST_COMPONENT})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const NAME = `(?:${HOST}/)?${PATH_COMPONENT}(?:/${PATH_COMPONENT})*`;
const TAG = String.raw`[\w][\w.-]{0,127}`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^${NAME}(?::${TAG})?(?:@${DIGEST})?$`);
/** A host in upper case without a dot or a port. */
const UPPER_CASE_PATH = /^(?=[^/]*[A-Z])[^/.:]+\//;

/**
 * Throws `image-invalid` unless `image` fits the grammar of an OCI reference, as kubectl checks it: upper case only in
 * the registry's host and in the tag, and names of any length. Unlike kubectl, also refuses `UPPER/tools`: the runtime
 * would look for a host `UPPER`, but nearly always the user wrote an image name in upper case, which no registry has. A
 * port makes it a host. The server does not check images, so a wrong one would stay in the pod for ever.
 * See https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 *
 * @param use the purpose of the image for the message, such as `for container "app"`
 */
export function checkImageName(image: string, use = ''): void {
  if (REFERENCE.test(image) && !UPPER_CASE_PATH.test(image)) return;
  throw new CliError(
    'image-invalid',
    `invalid image name "${image}"${use === '' ? '' : ` ${use}`}: invalid reference format`,
    { hint: hintAt(image) },
  );
}

function hintAt(image: string): string {
  const form = 'an image is written [HOST[:PORT]/]NAME[:TAG][@DIGEST], its name in lower case';
  if (!UPPER_CASE_PATH.test(image) || !REFERENCE.test(image)) return form;
  return `${form}; for a registry of that name add its port: ${image.replace('/', ':443/')}`;
}
