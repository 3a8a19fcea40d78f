import { CliError } from '../errors/cli-error.ts';

const PATH_COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const HOST_COMPONENT = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = String.raw`(?:${HOST_COMPONENT}(?:\.${HOST_COMPONENT})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const NAME = `(?:${HOST}/)?${PATH_COMPONENT}(?:/${PATH_COMPONENT})*`;
const TAG = String.raw`[\w][\w.-]{0,127}`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^${NAME}(?::${TAG})?(?:@${DIGEST})?$`);
/** What is no host stands in the path, which has no upper case; a host has a dot or a port, or is `localhost`. */
const UPPER_CASE_PATH = /^(?=[^/]*[A-Z])[^/.:]+\//;

/**
 * Throws `image-invalid` unless `image` fits the grammar of an OCI reference, as kubectl checks it: upper case
 * is allowed in the registry's host and in the tag only, and a name may have any length. kubectl takes `UPPER/tools` as
 * well, which no runtime can pull: without a dot or a port `UPPER` is no host. The server does not check images, so a wrong one would stay in the pod for ever.
 * See https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 *
 * @param use what the image is for, as in `for container "app"`; part of the message
 */
export function checkImageName(image: string, use = ''): void {
  if (REFERENCE.test(image) && !UPPER_CASE_PATH.test(image)) return;
  throw new CliError(
    'image-invalid',
    `invalid image name "${image}"${use === '' ? '' : ` ${use}`}: invalid reference format`,
    { hint: 'an image is written [HOST[:PORT]/]NAME[:TAG][@DIGEST], its name in lower case' },
  );
}
