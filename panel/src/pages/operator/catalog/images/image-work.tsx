import { CommandDialog, type CommandField } from '#operator/command-dialog.tsx';
import type { StaffImage } from '../queries.ts';
import { texts } from './texts.ts';

export type ImageWork =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'deprecate' | 'remove'; readonly image: StaffImage };

const TOUCHES = ['catalog', 'plans'];

/** Dialog of the chosen work on the list of images. */
export function ImageWorkDialog({ work, onClose }: { work: ImageWork; onClose: () => void }) {
  const shared = { touches: TOUCHES, onClose };
  if (work.kind === 'add') {
    return (
      <CommandDialog
        {...shared}
        title={texts.add}
        text={texts.addText}
        path="/catalog/images"
        fields={[
          { name: 'slug', label: texts.slug, description: texts.slugText, required: true },
          ...listFields(undefined),
        ]}
        action={texts.add}
        done={texts.added}
      />
    );
  }
  const { image } = work;
  const query = { id: image.slug };
  if (work.kind === 'change') {
    return (
      <CommandDialog
        {...shared}
        title={texts.changeTitle(image.name)}
        path="/catalog/images/change"
        query={query}
        fields={listFields(image)}
        action={texts.change}
        done={texts.changed}
      />
    );
  }
  if (work.kind === 'remove') {
    return (
      <CommandDialog
        {...shared}
        title={texts.removeTitle(image.name)}
        text={texts.removeText}
        path="/catalog/images/remove"
        query={query}
        action={texts.remove}
        destructive
        done={texts.removed}
      />
    );
  }
  const isOver = image.deprecated_at !== null;
  return (
    <CommandDialog
      {...shared}
      title={isOver ? texts.undoTitle(image.name) : texts.deprecateTitle(image.name)}
      text={isOver ? texts.undoText : texts.deprecateText}
      path="/catalog/images/deprecate"
      query={query}
      {...(isOver ? { fixed: { undo: true } } : {})}
      action={isOver ? texts.undo : texts.deprecate}
      done={isOver ? texts.undone : texts.deprecated}
    />
  );
}

function listFields(image: StaffImage | undefined): CommandField[] {
  const answers = [
    { value: 'yes', label: texts.yes },
    { value: 'no', label: texts.no },
  ];
  return [
    { name: 'name', label: texts.name, description: texts.fromSlug, initial: image?.name ?? '' },
    { name: 'family', label: texts.family, description: texts.fromSlug, initial: image?.family ?? '' },
    { name: 'version', label: texts.version, initial: image?.version ?? '' },
    { name: 'icon', label: texts.icon, initial: image?.icon ?? '' },
    { name: 'min_disk_gb', label: texts.disk, type: 'integer', initial: image?.min_disk_gb ?? '' },
    { name: 'min_memory_mb', label: texts.memory, type: 'integer', initial: image?.min_memory_mb ?? '' },
    { name: 'default_user', label: texts.user, initial: image?.default_user ?? 'root' },
    {
      name: 'cloud_init',
      label: texts.cloudInit,
      type: 'choice',
      options: answers,
      initial: image?.cloud_init ? 'yes' : 'no',
    },
  ];
}
