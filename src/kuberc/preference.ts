/** The default of a flag. */
export interface OptionDefault {
  /** Without dashes. */
  readonly name: string;
  /** As on a command line. */
  readonly value: string;
}

/** The defaults of one of kubectl's commands. */
export interface CommandDefaults {
  readonly command: string;
  readonly options: readonly OptionDefault[];
}

/** A name for one of kubectl's commands with arguments and flags. */
export interface Alias extends CommandDefaults {
  readonly name: string;
  /** Replace the alias. */
  readonly prependArgs: readonly string[];
  /** Follow all typed words. */
  readonly appendArgs: readonly string[];
}

/**
 * The contents of a kuberc of any version, not validated yet.
 * See https://kubernetes.io/docs/reference/config-api/kuberc.v1beta1/
 */
export interface Preference {
  readonly defaults: readonly CommandDefaults[];
  readonly aliases: readonly Alias[];
  /** Empty if absent. */
  readonly credentialPluginPolicy: string;
  /** undefined without a list, which differs from an empty list. */
  readonly credentialPluginAllowlist: readonly string[] | undefined;
}
