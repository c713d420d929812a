"""Files of tensors, with errors in plain words."""

import pickle
import zipfile
from pathlib import Path

import torch


class InputError(Exception):
    """What somebody gave to a command cannot be used; the text says why."""


def load_tensors(path, device="cpu"):
    not_one = InputError(f"{path}: not a file of tensors, or damaged")
    with open(path, "rb") as file:
        if not zipfile.is_zipfile(file):
            raise not_one
    try:
        return torch.load(path, map_location=device, weights_only=True)
    except (pickle.UnpicklingError, RuntimeError) as error:
        raise not_one from error


def check_folder_of(path):
    """Said before minutes of work, not after."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise InputError(f"{path}: there is no folder {folder}")
