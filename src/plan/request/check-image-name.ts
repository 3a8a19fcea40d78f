import { CliError } from '../../errors/cli-error.ts';

const PATH_COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const HOST_COMPONENT = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = String.raw`(?:${HOST_COMPONENT}(?:\.${HOST_COMPONENT})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const NAME = `(?:${HOST}/)?${PATH_COMPONENT}(?:/${PATH_COMPONENT})*`;
const TAG = String.raw`[\w][\w.-]{0,127}`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^${NAME}(?::${TAG})?(?:@${DIGEST})?$`);
/** A host without a dot or a port that is written in capitals. */
const UPPER_CASE_PATH = /^(?=[^/]*[A-Z])[^/.:]+\//;

/**
 * Throws `image-invalid` unless `image` fits the grammar of an OCI reference, as kubectl checks it: upper case
 * is allowed in the registry's host and in the tag only, and a name may have any length. kubectl takes `UPPER/tools` as
 * well, for which a runtime looks for a host `UPPER`: nearly always a name of an image in capitals, which no registry has. With a
 * port, it is meant as a host. The server does not check images, so a wrong one would stay in the pod for ever.
 * See https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 *
 * @param use what the image is for, as in `for container "app"`; part of the message
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
