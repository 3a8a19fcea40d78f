import { K8s, registerDetailsViewHeaderAction } from '@kinvolk/headlamp-plugin/lib';
import { ActionButton } from '@kinvolk/headlamp-plugin/lib/CommonComponents';
import { useSnackbar } from 'notistack';
import { debugCommand } from './debug-command.ts';

/** A button in the header of a pod, workload or node, which copies the command that debugs it. */
function CopyDebugCommand({ item }: { readonly item: K8s.cluster.KubeObject | null }) {
  const { enqueueSnackbar } = useSnackbar();
  if (item === null) return null;
  const shown = { kind: item.kind, name: item.getName(), namespace: item.getNamespace() };
  const command = debugCommand(shown, item.cluster);
  if (command === undefined) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      enqueueSnackbar(`Copied: ${command}`, { variant: 'success' });
    } catch {
      // A page that came over plain HTTP may not write to the clipboard.
      enqueueSnackbar(command, { variant: 'info', autoHideDuration: 20_000 });
    }
  };
  return (
    <ActionButton
      description="Copy debug command"
      longDescription={command}
      icon="mdi:bug-outline"
      onClick={() => void copy()}
    />
  );
}

registerDetailsViewHeaderAction(CopyDebugCommand);
