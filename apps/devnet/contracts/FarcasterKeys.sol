// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title FarcasterKeys
/// @notice Stands in for Farcaster's key registry on a local chain: anybody may add a key to a number, or remove it.
contract FarcasterKeys {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    mapping(uint256 fid => mapping(bytes key => KeyData)) private keys;

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }

    function place(uint256 fid, bytes calldata key, KeyState state, uint32 keyType) external {
        keys[fid][key] = KeyData(state, keyType);
    }
}
