/** The value that a flag has where it is not typed. */
export interface OptionDefault {
  /** Without dashes. */
  readonly name: string;
  /** As it would be typed. */
  readonly value: string;
}

/** Flags of one of kubectl's commands. */
export interface CommandDefaults {
  readonly command: string;
  readonly options: readonly OptionDefault[];
}

/** A word that stands for one of kubectl's commands with arguments and flags. */
export interface Alias extends CommandDefaults {
  readonly name: string;
  /** They come right behind the word. */
  readonly prependArgs: readonly string[];
  /** They come behind all that was typed. */
  readonly appendArgs: readonly string[];
}

/**
 * What a kuberc says, whichever version it is written in; not yet checked by kubectl's rules.
 * See https://kubernetes.io/docs/reference/config-api/kuberc.v1beta1/
 */
export interface Preference {
  readonly defaults: readonly CommandDefaults[];
  readonly aliases: readonly Alias[];
  /** Empty where nothing is said. */
  readonly credentialPluginPolicy: string;
  /** undefined where there is no list, which is not the same as an empty one. */
  readonly credentialPluginAllowlist: readonly string[] | undefined;
}
