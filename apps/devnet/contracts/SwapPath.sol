// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title SwapPath
/// @notice Reads the ways through pools as Uniswap v3 writes them: a token, a fee of three bytes, the next token, and so on.
library SwapPath {
    error InvalidPath();

    uint256 private constant HOP = 23;

    /// @notice How many pools a way goes through.
    function count(bytes memory path) internal pure returns (uint256) {
        if (path.length < HOP + 20 || (path.length - 20) % HOP != 0) revert InvalidPath();
        return (path.length - 20) / HOP;
    }

    /// @notice The pool at a place of a way: what it takes and gives, and its fee.
    function pool(bytes memory path, uint256 at) internal pure returns (address from, address into, uint24 fee) {
        uint256 start = at * HOP;
        assembly ("memory-safe") {
            from := shr(96, mload(add(add(path, 32), start)))
            fee := and(shr(232, mload(add(add(path, 52), start))), 0xffffff)
            into := shr(96, mload(add(add(path, 55), start)))
        }
    }
}
